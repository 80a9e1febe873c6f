/** The product's mark: a horn whose sound fans out. Decorative, always next to the name. */
export function LogoMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#602bc4" />
      <g transform="translate(-1.4 1) rotate(-32 16 16)">
        <path
          fill="#fff"
          d="M6.2 14.4H12v3.2H6.2a1.6 1.6 0 0 1 0-3.2zM11 14c4.6-.2 7.3-2.6 9.4-6.2.5-.8 1.6-.5 1.6.4v15.6c0 .9-1.1 1.2-1.6.4-2.1-3.6-4.8-6-9.4-6.2z"
        />
        <path
          d="M25.3 16h3.5M24.6 10.6l2.9-1.9M24.6 21.4l2.9 1.9"
          stroke="#fcbf34"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}

/** The mark's sound waves, fanning out from one point. */
export function Waves({ className }: { className: string }) {
  const rings = Array.from({ length: 9 }, (_, ring) => ({
    radius: 150 + ring * 68,
    opacity: 0.5 - ring * 0.05,
  }));
  return (
    <svg className={`waves ${className}`} viewBox="-720 -720 1440 1440" aria-hidden="true">
      {rings.map(({ radius, opacity }) => (
        <circle key={radius} r={radius} opacity={opacity.toFixed(2)} />
      ))}
    </svg>
  );
}
