/** Makes a function that runs `ask` once at a time; calls during a run share one more run afterwards. */
export function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let isAsking = false;
  let isAsked = false;
  return async () => {
    isAsked = true;
    if (isAsking) return;
    isAsking = true;
    try {
      while (isAsked) {
        isAsked = false;
        await ask();
      }
    } finally {
      isAsking = false;
    }
  };
}
