import { useEffect, useEffectEvent, useRef, useState } from "react";
import { rendered } from "./render-pause.ts";

/** Long enough for the next word, and short enough that what follows from it is there soon. */
export const AUTOSAVE_MS = 700;

/**
 * What means something else while it's half typed: the beginning of an address leads elsewhere, and that of a number
 * is smaller. It's saved when it's left.
 */
const HALF_TYPED =
  "input:is([inputmode=url], [inputmode=numeric], [inputmode=decimal], [type=url], [type=email], [type=tel], [type=password], [type=date], [type=time], [type=datetime-local]):focus";

interface Autosaving {
  /** The form's element; undefined for a form that's saved by its button. */
  element: { current: HTMLFormElement | null } | undefined;
  isHeld: boolean;
  form: { values: object; getValues: () => object; isDirty: () => boolean };
  sending: { isPending: boolean; isError: boolean };
  save: () => void;
  /** Resolves when the last save has ended, however it did. */
  settled: () => Promise<unknown> | undefined;
}

/** Saves a form after each pause. What was refused is tried again once it has changed. */
export function useAutosave({ element, isHeld, form, sending, save, settled }: Autosaving) {
  const { isPending, isError } = sending;
  const isOn = element !== undefined && !isHeld;
  const refused = useRef<object>(undefined);
  if (isError && !isPending) refused.current ??= form.getValues();
  else refused.current = undefined;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isWaiting, setWaiting] = useState(false);
  const end = () => {
    if (!isOn || isPending || !form.isDirty() || refused.current === form.getValues()) return;
    if (element.current?.querySelector(HALF_TYPED)) return;
    save();
  };
  const latest = useRef(end);
  useEffect(() => {
    latest.current = end;
  });
  /** Starts the pause again. Fields that keep their own text report every change here. */
  const pause = () => {
    clearTimeout(timer.current);
    if (!isOn) return;
    setWaiting(form.isDirty());
    timer.current = setTimeout(() => latest.current(), AUTOSAVE_MS);
  };
  const begin = useEffectEvent(pause);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change starts the pause again
  useEffect(() => {
    begin();
    return () => clearTimeout(timer.current);
  }, [isOn, isPending, form.values]);
  useEffect(() => {
    const whole = element?.current;
    const onLeft = () => begin();
    whole?.addEventListener("focusout", onLeft);
    return () => whole?.removeEventListener("focusout", onLeft);
  }, [element]);
  const saveNow = async () => {
    if (!isOn) return;
    await settled();
    // While the button's submission is still being handled, browsers refuse another one.
    await rendered();
    if (form.isDirty()) save();
    await settled();
  };
  return { isWaiting, pause, saveNow };
}
