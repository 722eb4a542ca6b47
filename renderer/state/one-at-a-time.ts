/** Makes a function that runs `ask` once at a time; calls that come meanwhile are answered by one more run afterwards. */
export function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let isAsking = false;
  let asksAgain = false;
  return async () => {
    asksAgain = isAsking;
    if (isAsking) return;
    isAsking = true;
    try {
      do {
        asksAgain = false;
        await ask();
      } while (asksAgain);
    } finally {
      isAsking = false;
    }
  };
}
