export function RunScreen({ sessionId }: { sessionId: string }) {
  return <p>{sessionId}</p>;
}
