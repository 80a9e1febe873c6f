import { type UseFormInput, type UseFormReturnType, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef, useState } from "react";
import { apiErrorOf, isUnreachable, saveErrorMessage } from "../api-error.ts";
import { confirm } from "../confirm.ts";
import { newId } from "../new-id.ts";
import { setChanged } from "./changed-values.ts";
import { apiFieldErrors, type FieldOf } from "./field-errors.ts";
import {
  autosavedValues,
  type FormKind,
  isAlike,
  isNewer,
  isUnsaved,
  oneAtATime,
  typedSince,
} from "./form-state.ts";
import { type SaveState, saveStateOf } from "./save-state.ts";
import { useAutosave } from "./use-autosave.ts";
import { useRetry } from "./use-retry.ts";

interface Versioned {
  id: string;
  updated_at: string;
}

/** The row that a form creates or changes: its id, and the loaded version, if it isn't new. */
interface About {
  id: string;
  updated_at: string | undefined;
}

interface EntityFormInput<Values, Row, Sent> {
  /** The row to edit, or undefined for a new one. If a newer one is loaded, typed input stays. */
  row: Row | undefined;
  valuesOf: (row: Row | undefined) => Values;
  checks: NonNullable<UseFormInput<Values>["validate"]>;
  sentOf: (values: Values) => Sent;
  /** `over` is the version that it replaces. */
  send: (sent: Sent, about: About, over: Row | undefined) => Promise<Row>;
  /** Names the field that an error belongs to, if its data doesn't. */
  fieldOf?: FieldOf<Values>;
  /** Brings a field into view and focuses it. Not needed if all fields are always in view. */
  showField?: (field: string) => void;
  /** The message if the reason for a failed save is unknown. */
  failure: string;
  onSaved: (row: Row) => void;
  /** Called when the newer row replaces the typed input. */
  onTaken?: (row: Row) => void;
  onValues?: (values: Values, about: { id: string; row: Row | undefined; before: Values }) => void;
  /** The form's element, if it's submitted after each pause and before leaving, without anyone's doing. */
  autosaves?: RefObject<HTMLFormElement | null>;
  /** Fields keep their own text, so that typing doesn't rerender anything. */
  mode?: "uncontrolled";
  kind: FormKind;
}

/**
 * A form for a row on the server. It validates, sends once however often the button is pressed, shows errors
 * at their fields, offers a choice if someone else saved first, and keeps trying if the server doesn't
 * respond. Typed input is never lost.
 */
export function useEntityForm<Values extends object, Row extends Versioned, Sent>(
  input: EntityFormInput<Values, Row, Sent>,
) {
  const { kind } = input;
  const versions = useVersions(input);
  const { form, base, theirs, adopt } = versions;
  const isDone = useRef(false);
  const isLeaving = useRef(false);
  const focusLater = useLateFocus(form);
  // What saves itself doesn't take the focus from somebody who types.
  const showField = (field: string) => {
    if (!input.autosaves || isLeaving.current) (input.showField ?? focusLater)(field);
  };
  const { sending, save, told, settled } = useSending(input, versions, {
    onDone: () => {
      isDone.current = kind !== "stays";
    },
    showField,
  });
  const submit = form.onSubmit(
    () => save(base),
    (errors) => {
      const [first] = Object.keys(errors);
      if (first) showField(first);
    },
  );
  useRetry(sending.error, () => submit());
  const { isWaiting, saveNow, finish } = useSelfSaving(input, versions, { sending, settled, isLeaving });
  useUnsavedGuard(() => isUnsaved(kind, { isDirty: form.isDirty(), isDone: isDone.current }), saveNow);

  const refusal = apiErrorOf(sending.error);
  const isTold = refusal && (theirs !== null || told(sending.error).length > 0);
  return {
    form,
    theirs,
    isSending: sending.isPending,
    state: stateOf({ isWaiting, sending, hasErrors: Object.keys(form.errors).length > 0, theirs }),
    finish,
    refusal,
    failure: isTold ? undefined : saveErrorMessage(sending.error, input.failure),
    submit,
    discard: () => {
      form.reset();
      sending.reset();
    },
    keepMine: () => theirs && save(theirs),
    takeTheirs: () => {
      if (!theirs) return;
      adopt(theirs);
      sending.reset();
      input.onTaken?.(theirs);
    },
  };
}

interface SelfSavingParts {
  sending: { isPending: boolean; isError: boolean };
  settled: () => Promise<unknown> | undefined;
  /** Set while somebody leaves the form. */
  isLeaving: RefObject<boolean>;
}

/** Submits the form after each pause, if it saves itself, and when it's left. */
function useSelfSaving<Values extends object, Row extends Versioned, Sent>(
  { autosaves }: EntityFormInput<Values, Row, Sent>,
  { form, theirs, changed }: ReturnType<typeof useVersions<Values, Row, Sent>>,
  { sending, settled, isLeaving }: SelfSavingParts,
) {
  const { isWaiting, pause, saveNow } = useAutosave({
    element: autosaves,
    isHeld: theirs !== null,
    form,
    sending,
    save: () => autosaves?.current?.requestSubmit(),
    settled,
  });
  useEffect(() => {
    changed.current = pause;
  });
  /** Saves what isn't yet. Resolves to whether everything is. */
  const finish = async (): Promise<boolean> => {
    isLeaving.current = true;
    await saveNow();
    isLeaving.current = false;
    return !form.isDirty();
  };
  return { isWaiting, saveNow, finish };
}

interface FormFacts {
  isWaiting: boolean;
  sending: { isPending: boolean; error: unknown };
  hasErrors: boolean;
  theirs: unknown;
}

function stateOf({ isWaiting, sending, hasErrors, theirs }: FormFacts): SaveState {
  return saveStateOf({
    isDue: isWaiting,
    isSending: sending.isPending,
    hasWrong: hasErrors || apiErrorOf(sending.error) !== undefined,
    isConflict: theirs !== null,
    isUnreachable: isUnreachable(sending.error),
    isAtOnce: true,
  });
}

/** Returns the version that someone else saved first, if that's why a save failed. */
export function newerOf<Row>(error: unknown): Row | undefined {
  const refusal = apiErrorOf(error);
  return refusal?.code === "CHANGED_MEANWHILE" ? (refusal.data as Row) : undefined;
}

interface SendingParts {
  onDone: () => void;
  showField: (field: string) => void;
}

/** Sends the form once, however often the button is pressed, and shows errors at their fields. */
function useSending<Values extends object, Row extends Versioned, Sent>(
  input: EntityFormInput<Values, Row, Sent>,
  { form, id, adopt, setTheirs }: ReturnType<typeof useVersions<Values, Row, Sent>>,
  { onDone, showField }: SendingParts,
) {
  const { sentOf } = input;
  const [turns] = useState(oneAtATime);
  const told = (error: unknown) => apiFieldErrors(apiErrorOf(error), form.getValues(), input.fieldOf);
  const last = useRef<Promise<unknown>>(undefined);
  const sending = useMutation({
    mutationFn: ({ sent, over }: { sent: Sent; over: Row | undefined; typed: Values }) =>
      input.send(sent, { id, updated_at: over?.updated_at }, over).catch((error: unknown) => {
        const newer = newerOf<Row>(error);
        // Nothing in this form has changed since.
        const isOverNothing = newer && over && isAlike(input.valuesOf(newer), input.valuesOf(over));
        if (!isOverNothing) throw error;
        return input.send(sent, { id, updated_at: newer.updated_at }, newer);
      }),
    onSuccess: (row, { sent, over, typed }) => {
      onDone();
      if (input.autosaves) {
        const before = input.valuesOf(over);
        const { saved, shown } = autosavedValues(input.valuesOf(row), {
          before,
          typed,
          now: form.getValues(),
        });
        adopt(row, shown, saved);
      } else if (input.kind === "stays") {
        // Input typed while saving stays.
        adopt(row, typedSince(sent, { typed: form.getValues(), sentOf }));
      }
      input.onSaved(row);
    },
    onError: (error) => {
      const newer = newerOf<Row>(error);
      if (newer) setTheirs(newer);
      const fields = told(error);
      for (const [field, message] of fields) form.setFieldError(field, message);
      const [first] = fields;
      if (first) showField(first[0]);
    },
    onSettled: turns.end,
  });
  const save = (over: Row | undefined) => {
    if (!turns.begin()) return;
    const typed = form.getValues();
    last.current = sending.mutateAsync({ sent: sentOf(typed), over, typed }).catch(() => undefined);
  };
  return { sending, save, told, settled: () => last.current };
}

/** The typed input, the version it's based on, and someone else's version if there is one. */
function useVersions<Values extends object, Row extends Versioned, Sent>(
  input: EntityFormInput<Values, Row, Sent>,
) {
  const { valuesOf } = input;
  const changed = useRef<() => void>(undefined);
  const [base, setBase] = useState(input.row);
  // One id as long as the form is open, so that sending it twice still creates only one.
  const [id] = useState(() => base?.id ?? newId());
  const [theirs, setTheirs] = useState<Row | null>(null);
  const [initialValues] = useState(() => valuesOf(base));
  const form = useForm<Values>({
    initialValues,
    validate: input.checks,
    validateInputOnBlur: input.kind === "stays",
    onValuesChange: (values, before) => {
      input.onValues?.(values, { id, row: base, before });
      changed.current?.();
    },
    ...(input.mode && { mode: input.mode }),
  });
  const adopt = (row: Row, typed?: Values, values = valuesOf(row)) => {
    setBase(row);
    setTheirs(null);
    form.setInitialValues(values);
    const shown = typed ?? values;
    // Setting all values would take the focus from fields that keep their own text.
    if (input.autosaves && input.mode) setChanged(form, shown);
    else form.setValues(shown);
    form.resetDirty(values);
    form.clearErrors();
  };
  useEffect(() => {
    const isStill = input.kind === "stays" && !form.isDirty();
    if (isStill && input.row && base && isNewer(input.row, base)) adopt(input.row);
  });
  return { form, id, base, theirs, setTheirs, adopt, changed };
}

/** Focuses a field once it's visible: an error in a collapsed section expands it first. */
function useLateFocus<Values>(form: UseFormReturnType<Values>): (field: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    form.getInputNode(wanted as never)?.focus();
    setWanted(null);
  }, [wanted, form]);
  return setWanted;
}

/** Asks before leaving with unsaved changes. When a tab closes, the browser asks in its own words. */
function useUnsavedGuard(isDirty: () => boolean, saveNow: () => Promise<void>): void {
  useBlocker({
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () => {
      if (isDirty()) await saveNow();
      return isDirty() && !(await confirmDiscard());
    },
  });
}

function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: "Leave without saving?",
    message: "You have unsaved changes.",
    confirm: "Leave",
    cancel: "Keep editing",
    danger: true,
  });
}
