import type { ReactNode } from "react";
import { PATHS } from "#src/lib/paths.ts";
import type { FrameHome } from "./frame-page.ts";

interface SignUpLinkProps {
  home: FrameHome;
  className: string;
  children: ReactNode;
}

/** Leads to a new account, or to signing in where only invited people make accounts. */
export function SignUpLink({ home: { takesSignUps }, className, children }: SignUpLinkProps) {
  return (
    <a className={className} href={takesSignUps ? PATHS.signUp : PATHS.signIn}>
      {takesSignUps ? children : "Sign in"}
    </a>
  );
}
