import { createContext, use } from "react";

/** The path of the instance's own logo, or empty for the product's mark. */
export const InstanceLogo = createContext("");

/** The instance's logo, or the product's mark: a horn whose sound fans out. */
export function BrandMark({ size = 32 }: { size?: number }) {
  const logo = use(InstanceLogo);
  if (logo) {
    const style = { flexShrink: 0, borderRadius: "28%", objectFit: "cover" } as const;
    return <img src={logo} width={size} height={size} alt="" style={style} />;
  }
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      style={{ flexShrink: 0 }}
    >
      <rect width="32" height="32" rx="9" fill="#602bc4" />
      <g transform="translate(-1.4 1) rotate(-32 16 16)">
        <rect x="4.6" y="14.4" width="9" height="3.2" rx="1.6" fill="#fff" />
        <path
          d="M11 14c4.6-.2 7.3-2.6 9.4-6.2.5-.8 1.6-.5 1.6.4v15.6c0 .9-1.1 1.2-1.6.4-2.1-3.6-4.8-6-9.4-6.2z"
          fill="#fff"
        />
        <path
          d="M25.3 16h3.5M24.6 10.6l2.9-1.9M24.6 21.4l2.9 1.9"
          fill="none"
          stroke="#fcbf34"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}
