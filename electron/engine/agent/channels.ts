import diagnostics from 'node:diagnostics_channel';

/** What a listener throws would end the user's program: a property of a message may be a getter of theirs. */
export function listenTo(channel: string, listen: (message: unknown) => void): void {
  diagnostics.channel(channel).subscribe((message) => {
    try {
      listen(message);
    } catch {
      // This event is then not observed.
    }
  });
}
