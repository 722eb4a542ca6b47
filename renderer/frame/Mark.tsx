/** The logo. */
export function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <circle cx="16" cy="16" r="12.5" stroke="var(--accent)" strokeWidth="3" />
      <path d="M7 17.5h5l2.6-7 4 12 2.4-5H25" stroke="var(--latency-p90)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
