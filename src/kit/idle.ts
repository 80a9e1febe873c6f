import { useEffect, useState } from "react";

/** Safari has no idle callbacks. */
const A_MOMENT_MS = 200;

/** Runs once the browser has drawn the screen and is idle. */
function onIdle(run: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(run, A_MOMENT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}

/** False until the screen is drawn and usable. For anything people can do without until then. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => onIdle(() => setIdle(true)), []);
  return isIdle;
}
