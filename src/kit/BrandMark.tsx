/** The product's mark: a horn whose sound fans out. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="#602bc4" />
      <path
        d="M6.5 18.2 19 10.4v15.2l-12.5-2.9a1.6 1.6 0 0 1-1.2-1.6v-1a2 2 0 0 1 1.2-1.9z"
        fill="#fff"
        transform="rotate(-14 16 18)"
      />
      <path
        d="m22.2 8.6 2-3.4M24.6 12.7l3.9-1.5M25 17.4l3.6 1"
        fill="none"
        stroke="#fcbf34"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
