import { useEffect, useEffectEvent, useRef } from "react";

/** Long enough for the next word, and short enough that what follows from it is there soon. */
const AUTOSAVE_MS = 700;

interface Autosaving {
  isOn: boolean;
  form: { values: object; isDirty: () => boolean };
  sending: { isPending: boolean; isError: boolean };
  save: () => void;
  /** Resolves when the last save has ended, however it did. */
  settled: () => Promise<unknown> | undefined;
}

/** Saves a form after each pause. What was refused is tried again once it has changed. */
export function useAutosave({ isOn, form, sending, save, settled }: Autosaving): () => Promise<void> {
  const { values } = form;
  const { isPending, isError } = sending;
  const refused = useRef<object>(undefined);
  if (isError && !isPending) refused.current ??= values;
  else refused.current = undefined;
  const start = useEffectEvent(save);
  const isDue = isOn && !isPending && form.isDirty() && refused.current !== values;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change starts the pause again
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(start, AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [isDue, values]);
  return async () => {
    if (!isOn) return;
    await settled();
    if (form.isDirty()) start();
    await settled();
  };
}
