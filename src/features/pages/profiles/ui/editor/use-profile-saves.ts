import type { UseFormReturnType } from "@mantine/form";
import { useNetwork } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { apiErrorOf, isUnreachable, saveErrorMessage } from "#src/kit/api-error.ts";
import { apiFieldErrors, newerOf } from "#src/kit/form/use-entity-form.ts";
import { profilesApi } from "../shared/profile-queries.ts";
import { changesOf, fieldOf, formOf, type ProfileFormValues, sentName } from "./profile-form.ts";
import { ASKED_FIRST, bothChanged, onlyTheirs, type Sent, saveStateOf, sendable } from "./save-rules.ts";

const PAUSE_MS = 700;
/** A restarting server doesn't say when it's back. */
const RETRY_MS = 5000;

export const sentOfRow = (row: Profile): Sent => changesOf(formOf(row));

/** The version on the server that the form changes, and what of the form is saved. */
export interface SavedVersion {
  row: Profile;
  sent: Sent;
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

/** Saves the editor's changes after each pause: what's valid, once at a time, and again until it's there. */
export function useProfileSaves({ form, start, take, onSaved }: SavesInput) {
  const [saved, setSaved] = useState(start);
  const [theirs, setTheirs] = useState<Profile | null>(null);
  const [error, setError] = useState<unknown>();
  const [refused, setRefused] = useState<Sent>({});
  const [isSending, setSending] = useState(false);
  const underway = useRef<Promise<void>>(undefined);
  const { online: isOnline } = useNetwork();

  const adopt = (row: Profile, part: Sent) => {
    const now: Sent = changesOf(form.getValues());
    const [base, newer] = [sentOfRow(saved.row), sentOfRow(row)];
    const others = new Set(onlyTheirs({ now, saved: saved.sent, base, theirs: newer }));
    const values = Object.entries(formOf(row)).filter(
      ([field]) => others.has(sentName(field)) && !(sentName(field) in part),
    );
    if (values.length > 0) take(Object.fromEntries(values) as Partial<ProfileFormValues>);
    const kept = Object.keys(now).map((name) => [
      name,
      name in part ? part[name] : others.has(name) ? newer[name] : saved.sent[name],
    ]);
    setSaved({ row, sent: Object.fromEntries(kept) as Sent });
    setTheirs(null);
  };
  const fail = (problem: unknown, part: Sent) => {
    setError(problem);
    setTheirs(newerOf<Profile>(problem) ?? null);
    const told = apiFieldErrors(apiErrorOf(problem), form.getValues(), fieldOf);
    for (const [field, message] of told) form.setFieldError(field, message);
    const names = told.map(([field]) => sentName(field.split(".")[0] ?? ""));
    const isAnswered = apiErrorOf(problem) !== undefined;
    const held = names.some((name) => name in part) ? names : Object.keys(part);
    if (isAnswered && !newerOf(problem))
      setRefused((known) => ({ ...known, ...Object.fromEntries(held.map((name) => [name, part[name]])) }));
  };
  const wrongNames = (errors: object) =>
    new Set(Object.keys(errors).map((path) => sentName(path.split(".")[0] ?? "")));
  const send = async (part: Sent, over: Profile) => {
    setSending(true);
    try {
      const row = await sendOver(part, over);
      setError(undefined);
      adopt(row, part);
      onSaved(row);
    } catch (problem) {
      fail(problem, part);
    } finally {
      underway.current = undefined;
      setSending(false);
    }
  };
  const save = (asked: { username?: boolean; over?: Profile } = {}) => {
    if (underway.current || (theirs && !asked.over)) return;
    const before = { ...form.errors };
    const { errors } = form.validate();
    const now: Sent = changesOf(form.getValues());
    // What the server said stays until the field changes.
    for (const [path, said] of Object.entries(before)) {
      const name = sentName(path.split(".")[0] ?? "");
      if (name in refused && !(path in errors)) form.setFieldError(path, said);
    }
    const isAsked = asked.username ?? false;
    const held = isAsked ? omit(refused, ASKED_FIRST) : refused;
    const part = sendable({ now, saved: saved.sent, wrong: wrongNames(errors), refused: held, isAsked });
    if (Object.keys(part).length === 0) return;
    underway.current = send(part, asked.over ?? saved.row);
  };

  const now: Sent = changesOf(form.values);
  const due = sendable({ now, saved: saved.sent, wrong: wrongNames(form.errors), refused });
  const isDue = Object.keys(due).length > 0;
  const isLost = error !== undefined && apiErrorOf(error) === undefined;
  return {
    saved,
    now,
    theirs,
    save,
    adopt,
    /** Another version takes the place of all that was typed. */
    replace: (row: Profile) => {
      setSaved({ row, sent: sentOfRow(row) });
      setTheirs(null);
      setError(undefined);
      form.clearErrors();
    },
    isSending,
    isDue: isDue && theirs === null,
    isLost,
    settled: () => underway.current,
    state: saveStateOf({
      isDue,
      isSending,
      hasWrong: Object.keys(form.errors).length > 0 || isHeld(now, saved.sent, refused),
      isConflict: theirs !== null,
      isUnreachable: isLost,
      isOnline,
    }),
    failure: failureOf(error, { isTold: theirs !== null || Object.keys(form.errors).length > 0 }),
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
    const timer = setTimeout(start, isLost ? RETRY_MS : PAUSE_MS);
    const onBack = () => start();
    addEventListener("online", onBack);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", onBack);
    };
  }, [isReady, isLost, values]);
}
