import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { loadLater } from "./load-later.ts";
import { soon } from "./soon.ts";

type Load<Props> = () => Promise<ComponentType<Props>>;

/** While this waits for the network, the rest of the screen and what was typed on it stay. */
function later<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazy(async () => ({ default: await loadLater(load) }));
}

/** A component whose code loads when it's first shown. Until then, `meanwhile` takes its place. */
export function whenNeeded<Props extends object>(
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

/** Like `whenNeeded`, for what people often want next: its code loads right after the screen. */
export function soonNeeded<Props extends object>(
  load: Load<Props>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  return whenNeeded(soon(load), meanwhile);
}

/** Like `whenNeeded`, for a dialog: its code loads when it's first opened. */
export function dialogWhenNeeded<Props extends { opened: boolean }>(load: Load<Props>): ComponentType<Props> {
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
