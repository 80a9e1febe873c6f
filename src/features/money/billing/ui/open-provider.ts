import type { useNavigate } from "@tanstack/react-router";

/** Goes to the payment page: another site, or the sandbox's screen here. */
export function openProvider(navigate: ReturnType<typeof useNavigate>, url: string): void {
  if (url.startsWith("/")) void navigate({ href: url });
  else location.assign(url);
}
