import type { UseFormReturnType } from "@mantine/form";
import { useNetwork } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { apiErrorOf, isUnreachable, saveErrorMessage } from "#src/kit/api-error.ts";
import { apiFieldErrors } from "#src/kit/form/field-errors.ts";
import { saveStateOf } from "#src/kit/form/save-state.ts";
import { AUTOSAVE_MS } from "#src/kit/form/use-autosave.ts";
import { newerOf } from "#src/kit/form/use-entity-form.ts";
import { RETRY_MS } from "#src/kit/form/use-retry.ts";
import { profilesApi } from "../shared/profile-queries.ts";
import { changesOf, fieldOf, formOf, type ProfileFormValues, sentName } from "./profile-form.ts";
import { ASKED_FIRST, bothChanged, onlyTheirs, type Sent, sendable } from "./save-rules.ts";

export const sentOfRow = (row: Profile): Record<string, unknown> => changesOf(formOf(row));

/** The version on the server that the form changes, and what of the form is saved. */
export interface SavedVersion {
  row: Profile;
  sent: Record<string, unknown>;
}

interface SavesInput {
  form: UseFormReturnType<ProfileFormValues>;
  start: SavedVersion;
  /** Sets values that somebody else has changed. */
  take: (values: Partial<ProfileFormValues>) => void;
  onSaved: (row: Profile) => void;
}

/** Changes of fields that nobody else has changed go over a newer version, too. */
async function sendOver(part: Sent, row: Profile): Promise<Profile> {
  try {
    return await profilesApi.update.call({ id: row.id, updated_at: row.updated_at, ...part });
  } catch (error) {
    const newer = newerOf<Profile>(error);
    if (!newer || bothChanged(part, sentOfRow(row), sentOfRow(newer)).length > 0) throw error;
    return sendOver(part, newer);
  }
}

const wrongNames = (errors: object) =>
  new Set(Object.keys(errors).map((path) => sentName(path.split(".")[0] ?? "")));

/** The version that's saved, and somebody else's newer one, if there is one. */
function useSavedVersion({ form, start, take }: Omit<SavesInput, "onSaved">) {
  const [saved, setSaved] = useState(start);
  const [theirs, setTheirs] = useState<Profile | null>(null);
  /** The form goes on from a row of the server, which has `part` of what was typed. */
  const adopt = (row: Profile, part: Sent) => {
    const now: Sent = changesOf(form.getValues());
    const [base, newer] = [sentOfRow(saved.row), sentOfRow(row)];
    const others = new Set(onlyTheirs({ now, saved: saved.sent, base, theirs: newer }));
    const values = Object.entries(formOf(row)).filter(
      ([field]) => others.has(sentName(field)) && !(sentName(field) in part),
    );
    if (values.length > 0) take(Object.fromEntries(values) as Partial<ProfileFormValues>);
    const sent = { ...saved.sent, ...part };
    for (const name of others) if (!(name in part)) sent[name] = newer[name];
    setSaved({ row, sent });
    setTheirs(null);
  };
  /** Another version takes the place of all that was typed. */
  const replace = (row: Profile) => {
    setSaved({ row, sent: sentOfRow(row) });
    setTheirs(null);
  };
  return { saved, theirs, setTheirs, adopt, replace };
}

/** What the server didn't take, and why. */
function useRefusals(form: SavesInput["form"]) {
  const [error, setError] = useState<unknown>();
  const [refused, setRefused] = useState<Sent>({});
  const fail = (problem: unknown, part: Sent) => {
    setError(problem);
    const refusal = apiErrorOf(problem);
    const told = apiFieldErrors(refusal, form.getValues(), fieldOf);
    for (const [field, message] of told) form.setFieldError(field, message);
    const names = told.map(([field]) => sentName(field.split(".")[0] ?? ""));
    const held = names.some((name) => name in part) ? names : Object.keys(part);
    if (refusal && !newerOf(problem))
      setRefused((known) => ({ ...known, ...Object.fromEntries(held.map((name) => [name, part[name]])) }));
  };
  /** Validates the form. What the server said stays until the field changes. */
  const check = () => {
    const before = { ...form.errors };
    const { errors } = form.validate();
    for (const [path, said] of Object.entries(before))
      if (sentName(path.split(".")[0] ?? "") in refused && !(path in errors)) form.setFieldError(path, said);
    return wrongNames(errors);
  };
  return { error, refused, fail, check, forget: () => setError(undefined) };
}

/** Saves the editor's changes: what's valid, once at a time, and over nobody else's. */
export function useProfileSaves({ onSaved, ...input }: SavesInput) {
  const { form } = input;
  const { saved, theirs, setTheirs, adopt, replace } = useSavedVersion(input);
  const { error, refused, fail, check, forget } = useRefusals(form);
  const [isSending, setSending] = useState(false);
  const underway = useRef<Promise<void>>(undefined);
  const { online: isOnline } = useNetwork();

  const send = async (part: Sent, over: Profile) => {
    setSending(true);
    try {
      const row = await sendOver(part, over);
      forget();
      adopt(row, part);
      onSaved(row);
    } catch (problem) {
      fail(problem, part);
      setTheirs(newerOf<Profile>(problem) ?? null);
    } finally {
      underway.current = undefined;
      setSending(false);
    }
  };
  const save = ({ username: isAsked = false, over }: { username?: boolean; over?: Profile } = {}) => {
    if (underway.current || (theirs && !over)) return;
    const wrong = check();
    const typed: Sent = changesOf(form.getValues());
    const held = isAsked ? omit(refused, ASKED_FIRST) : refused;
    const part = sendable({ now: typed, saved: saved.sent, wrong, refused: held, isAsked });
    if (Object.keys(part).length > 0) underway.current = send(part, over ?? saved.row);
    else if (over) replace(over);
  };

  const now: Sent = changesOf(form.values);
  const due = sendable({ now, saved: saved.sent, wrong: wrongNames(form.errors), refused });
  const isDue = Object.keys(due).length > 0 && theirs === null;
  const isLost = error !== undefined && apiErrorOf(error) === undefined;
  const hasErrors = Object.keys(form.errors).length > 0;
  const facts = { isDue, isSending, isOnline, isConflict: theirs !== null, isUnreachable: isLost };
  return {
    saved,
    now,
    theirs,
    save,
    adopt,
    replace,
    isSending,
    isDue,
    isLost,
    settled: () => underway.current,
    state: saveStateOf({
      ...facts,
      hasWrong: hasErrors || isHeld(now, saved.sent, refused),
      isUnasked: now[ASKED_FIRST] !== saved.sent[ASKED_FIRST],
    }),
    failure: failureOf(error, { isTold: theirs !== null || hasErrors }),
  };
}

const omit = (sent: Sent, left: string): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => name !== left));

const isHeld = (now: Sent, saved: Sent, refused: Sent) =>
  Object.keys(refused).some((name) => now[name] === refused[name] && now[name] !== saved[name]);

function failureOf(error: unknown, { isTold }: { isTold: boolean }): string | undefined {
  if (!error || isUnreachable(error) || (apiErrorOf(error) && isTold)) return undefined;
  return saveErrorMessage(error, "Failed to update profile");
}

interface Pauses {
  isDue: boolean;
  isSending: boolean;
  isLost: boolean;
  values: object;
  submit: () => void;
}

/** Submits after each pause in typing; while the server can't be reached, again and again. */
export function useSavePauses({ isDue, isSending, isLost, values, submit }: Pauses): void {
  const start = useEffectEvent(submit);
  const isReady = isDue && !isSending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change starts the pause again
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(start, isLost ? RETRY_MS : AUTOSAVE_MS);
    const onBack = () => start();
    addEventListener("online", onBack);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", onBack);
    };
  }, [isReady, isLost, values]);
}
