/** Icons that need no label, drawn in the text colour. */
function Icon({ d, size = 16 }: { d: string; size?: number }) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}

export const CloseIcon = () => <Icon d="M4 4l8 8M12 4l-8 8" />;
export const ChevronDown = () => <Icon d="M4.5 6.5L8 10l3.5-3.5" />;
export const ChevronUp = () => <Icon d="M4.5 9.5L8 6l3.5 3.5" />;
export const ChevronRight = () => <Icon d="M6.5 4.5L10 8l-3.5 3.5" />;
export const CheckIcon = () => <Icon d="M3.5 8.5l3 3 6-7" />;
export const MoreIcon = () => <Icon d="M3.5 8h.01M8 8h.01M12.5 8h.01" />;
export const SunIcon = () => (
  <Icon d="M8 5a3 3 0 100 6 3 3 0 000-6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7" />
);
export const MoonIcon = () => <Icon d="M13.2 9.6A5.6 5.6 0 016.4 2.8a5.6 5.6 0 106.8 6.8z" />;
export const FolderIcon = () => <Icon d="M1.8 4.2c0-.6.4-1 1-1h3l1.4 1.6h6c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1H2.8c-.6 0-1-.4-1-1z" />;
export const FileIcon = () => <Icon d="M4 1.8h5l3 3v9.4H4zM9 1.8v3h3" />;
export const UpIcon = () => <Icon d="M8 13V3.5M4 7.2l4-4 4 4" />;
/** Something leaves the page: copied or saved. */
export const TakeIcon = () => <Icon d="M8 2.2v7.3M4.9 6.6L8 9.7l3.1-3.1M2.8 11v1.6c0 .7.5 1.2 1.2 1.2h8c.7 0 1.2-.5 1.2-1.2V11" />;
