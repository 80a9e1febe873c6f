import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { importWithRetry } from "./import-with-retry.ts";
import { prefetchLater } from "./prefetch.ts";

type Load<Props> = () => Promise<ComponentType<Props>>;

/** While the code loads, the rest of the screen and its input stay. */
function later<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazy(async () => ({ default: await importWithRetry(load) }));
}

/** A component whose code loads when it's first shown. Until then, `meanwhile` stands in for it. */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  const Loaded = later(load);
  return (props: Props) => (
    <Suspense fallback={meanwhile}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** Like `lazyComponent`, for components that are often needed next: the code loads right after the screen. */
export function prefetchedComponent<Props extends object>(
  load: Load<Props>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  return lazyComponent(prefetchLater(load), meanwhile);
}

/** Like `lazyComponent`, for a dialog: its code loads when it's first opened. */
export function lazyDialog<Props extends { opened: boolean }>(load: Load<Props>): ComponentType<Props> {
  const Dialog = later(load);
  return (props: Props) => <DialogLater Dialog={Dialog} props={props} />;
}

interface DialogLaterProps<Props> {
  Dialog: ComponentType<Props>;
  props: Props;
}

function DialogLater<Props extends { opened: boolean }>({ Dialog, props }: DialogLaterProps<Props>) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  return (
    wasOpened && (
      <Suspense>
        <Opening Dialog={Dialog} props={props} />
      </Suspense>
    )
  );
}

/** A dialog remembers the focus when it opens, but not if it starts out open. */
function Opening<Props extends { opened: boolean }>({ Dialog, props }: DialogLaterProps<Props>) {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return <Dialog {...props} opened={props.opened && isThere} />;
}
