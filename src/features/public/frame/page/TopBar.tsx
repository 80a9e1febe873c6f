import { PATHS } from "#src/lib/paths.ts";
import type { FrameHome } from "./frame-page.ts";
import { LogoMark } from "./LogoMark.tsx";

export function Logo({
  home: {
    brand: { logo },
  },
  size,
}: {
  home: FrameHome;
  size: number;
}) {
  return logo ? (
    <img className="logo" src={logo} width={size} height={size} alt="" />
  ) : (
    <LogoMark size={size} />
  );
}

/** Links to the start page, the site's few sections, and signing in. */
export function TopBar({ home }: { home: FrameHome }) {
  return (
    <div className="wide bar">
      <a className="brand" href="/">
        <Logo home={home} size={34} />
        <b>{home.instanceName}</b>
      </a>
      <nav aria-label="Main">
        <a className="roomy" href="/#features">
          Features
        </a>
        {home.hasPlans && (
          <a className="roomy" href="/#pricing">
            Pricing
          </a>
        )}
        <a className="roomy" href={PATHS.help}>
          Help
        </a>
        <a className="pill" href={PATHS.signIn}>
          Sign In
        </a>
      </nav>
    </div>
  );
}
