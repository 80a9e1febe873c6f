/** Switches between light and dark. Hidden until the script that handles it runs. */
export function SchemeToggle() {
  return (
    <button
      type="button"
      className="scheme"
      lang="en"
      aria-label="Dark mode"
      aria-pressed="false"
      data-scheme-toggle
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2v16a8 8 0 0 1 0-16z" />
      </svg>
    </button>
  );
}
