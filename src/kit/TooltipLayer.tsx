import { Tooltip } from "@mantine/core";
import { useEffect, useId, useState } from "react";

const OPEN_DELAY_MS = 250;
const HINTED = "[data-hint]";

/**
 * Shows the `data-hint` of any element on hover or keyboard focus. One tooltip serves the whole screen: with
 * one each, long lists would take much longer to render.
 */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const id = useId();
  useEffect(() => watchHints(setTarget), []);
  useEffect(() => {
    target?.setAttribute("aria-describedby", id);
    return () => target?.removeAttribute("aria-describedby");
  }, [target, id]);
  if (!target) return null;
  return (
    <Tooltip
      // The tooltip replaces its own id.
      label={<span id={id}>{target.dataset.hint}</span>}
      target={target}
      opened
      multiline
      maw={280}
    />
  );
}

/** Reports which element's hint to show. Returns a function that stops it. */
function watchHints(show: (target: HTMLElement | null) => void): () => void {
  const watch = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    show(null);
  };
  const hintedBy = (event: Event) => (event.target as Element).closest<HTMLElement>(HINTED);
  const on = (type: string, listen: (event: Event) => void) =>
    document.addEventListener(type, listen, { signal: watch.signal });
  on("mouseover", (event) => {
    const target = hintedBy(event);
    hide();
    if (target) timer = setTimeout(() => show(target), OPEN_DELAY_MS);
  });
  on("focusin", (event) => {
    const target = (event.target as Element).matches(":focus-visible") ? hintedBy(event) : null;
    if (target) show(target);
  });
  on("focusout", hide);
  on("keydown", (event) => {
    if ((event as KeyboardEvent).key === "Escape") hide();
  });
  return () => {
    clearTimeout(timer);
    watch.abort();
  };
}
