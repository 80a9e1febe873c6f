import type { ReactNode } from "react";
import classes from "./Banner.module.css";

interface BannerProps {
  icon: ReactNode;
  role?: "alert" | "status" | undefined;
  /** Set for a banner among other content rather than across the screen. */
  isInset?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

/** Announces something unusual but not urgent. */
export function Banner({ icon, role, isInset, action, children }: BannerProps) {
  return (
    <div className={classes.banner} role={role} data-inset={isInset || undefined}>
      {icon}
      <div className={classes.line}>
        <div className={classes.words}>{children}</div>
        {action}
      </div>
    </div>
  );
}
