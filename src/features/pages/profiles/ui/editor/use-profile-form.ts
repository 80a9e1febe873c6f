import { type UseFormReturnType, useForm } from "@mantine/form";
import { useBlocker, useNavigate, useSearch } from "@tanstack/react-router";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { isNewer } from "#src/kit/form/form-state.ts";
import { rendered } from "#src/kit/form/render-pause.ts";
import { useHistory } from "#src/kit/form/use-history.ts";
import { PATHS } from "#src/lib/paths.ts";
import { sectionOf } from "../shared/editor-sections.ts";
import { useProfileCache } from "../shared/use-profile-actions.ts";
import { placeNamed, type TabKey, tabOf } from "./editor-tabs.ts";
import { fittingChanges } from "./kept-values.ts";
import { closedTabs, copiesKey, keepLocally, localChanges, takeChangesOf } from "./local-changes.ts";
import { formOf, PROFILE_FORM_CHECKS, type ProfileFormValues, sentName } from "./profile-form.ts";
import { ASKED_FIRST, changedNames, type Sent } from "./save-rules.ts";
import { type SavedVersion, sentOfRow, useProfileSaves, useSavePauses } from "./use-profile-saves.ts";

export type ProfileForm = UseFormReturnType<ProfileFormValues>;

/** The form as it was left in this browser: changes that weren't saved are still about their own version. */
function startOf(profile: Profile, copies: string): { values: ProfileFormValues; start: SavedVersion } {
  const [values, sent] = [formOf(profile), sentOfRow(profile)];
  const kept = localChanges(copies);
  const known = kept && fittingChanges(kept, values);
  if (!known || Object.keys(known.values).length === 0) return { values, start: { row: profile, sent } };
  const row = { ...profile, ...known.was, updated_at: kept.updated_at } as Profile;
  return {
    values: { ...values, ...known.values },
    start: { row, sent: { ...sent, ...known.was } },
  };
}

interface FormParts {
  /** The form saves itself to its submit handler. */
  element: RefObject<HTMLFormElement | null>;
  /** Called once a closed tab's unsaved changes are this tab's. */
  onLeft: () => void;
}

/** The editor's form, which saves itself and can be undone. */
export function useProfileForm(profile: Profile, { element, onLeft }: FormParts) {
  const { keep } = useProfileCache();
  const copies = copiesKey(useMe()?.id, profile.id);
  const [{ values, start }] = useState(() => startOf(profile, copies));
  const history = useHistory<ProfileFormValues>((changes) => form.setValues(changes), ASKED_FIRST);
  const form: ProfileForm = useForm<ProfileFormValues>({
    initialValues: values,
    validate: PROFILE_FORM_CHECKS,
    validateInputOnBlur: true,
    onValuesChange: history.record,
  });
  const take = (changes: Partial<ProfileFormValues>) => history.unrecorded(() => form.setValues(changes));
  const saves = useProfileSaves({ form, start, take, onSaved: keep });
  const { saved, now, theirs, save } = saves;
  const submit = () => element.current?.requestSubmit();
  useSavePauses({ ...saves, values: form.values, submit });
  const waiting = changedNames(now, saved.sent);
  const isStored = useLocalCopy({ copies, saved, waiting, values: form.values });
  useLeftCopies({ copies, isIdle: waiting.length === 0 && !saves.isSending, onLeft });
  useEffect(() => {
    if (waiting.length === 0 && !saves.isSending && isNewer(profile, saved.row)) saves.adopt(profile, {});
  });
  useLeaving({
    isWaiting: () => waiting.length > 0,
    flush: async () => {
      await saves.settled();
      await rendered();
      submit();
      await saves.settled();
    },
    isKept: () =>
      Object.keys(form.errors).length === 0 &&
      !waiting.includes(ASKED_FIRST) &&
      saves.isLost &&
      isStored.current,
    isStored,
  });
  const places = useEditorPlace((field) => form.getInputNode(field)?.focus());
  return {
    form,
    ...places,
    history,
    theirs,
    isSending: saves.isSending,
    state: saves.state,
    failure: saves.failure,
    submit: () => save(),
    rename: () => save({ username: true }),
    keepMine: () => theirs && save({ over: theirs, username: waiting.includes(ASKED_FIRST) }),
    takeTheirs: () => {
      if (!theirs) return;
      form.setValues(formOf(theirs));
      saves.replace(theirs);
      keep(theirs);
    },
  };
}

interface LocalCopy {
  copies: string;
  saved: SavedVersion;
  waiting: string[];
  values: ProfileFormValues;
}

/** Keeps what isn't saved yet in this browser, until it is. Returns whether it could. */
function useLocalCopy({ copies, saved, waiting, values }: LocalCopy): RefObject<boolean> {
  const isKept = useRef(waiting.length > 0);
  const isStored = useRef(true);
  const names = waiting.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `waiting` follows from the others
  useEffect(() => {
    if (waiting.length > 0) {
      const typed = Object.entries(values).filter(([field]) => waiting.includes(sentName(field)));
      const was: Sent = Object.fromEntries(waiting.map((name) => [name, saved.sent[name]]));
      const changes = { updated_at: saved.row.updated_at, was, values: Object.fromEntries(typed) };
      isStored.current = keepLocally(copies, changes);
    } else if (isKept.current) keepLocally(copies, null);
    isKept.current = waiting.length > 0;
  }, [copies, names, values, saved]);
  return isStored;
}

interface LeftCopies {
  copies: string;
  isIdle: boolean;
  onLeft: () => void;
}

/** Once nothing is left to save here, goes on with what closed tabs couldn't save, one after another. */
function useLeftCopies({ copies, isIdle, onLeft }: LeftCopies): void {
  const take = useEffectEvent((closed: string | undefined) => {
    if (closed === undefined || !isIdle) return;
    takeChangesOf(copies, closed);
    onLeft();
  });
  useEffect(() => {
    if (isIdle) void closedTabs(copies).then(([closed]) => take(closed));
  }, [copies, isIdle]);
}

interface Leaving {
  isWaiting: () => boolean;
  flush: () => Promise<void>;
  /** True if nothing is lost, because this browser has it and saves it later. */
  isKept: () => boolean;
  /** False if this browser couldn't keep what was typed. */
  isStored: RefObject<boolean>;
}

/** Saves before leaving. Asks if that's impossible. */
function useLeaving({ isWaiting, flush, isKept, isStored }: Leaving): void {
  const isStill = useEffectEvent(() => isWaiting() && !isKept());
  useBlocker({
    enableBeforeUnload: () => isStill(),
    shouldBlockFn: async () => {
      if (isWaiting()) await flush();
      await rendered();
      return isStill() && !(await confirmLeaving(isStored.current));
    },
  });
}

const FOUND_LATER = "Some fields couldn’t be saved. You’ll find them as you left them when you come back.";
const LOST = "Some fields couldn’t be saved, and this browser has no room to keep them. They’d be lost.";

function confirmLeaving(isStored: boolean): Promise<boolean> {
  return confirm({
    title: "Leave without saving?",
    message: isStored ? FOUND_LATER : LOST,
    confirm: "Leave",
    cancel: "Keep editing",
    danger: true,
  });
}

/** The open tab, which is in the URL, and a function to focus any field in any tab. */
function useEditorPlace(focus: (field: string) => void) {
  const asked = useSearch({ from: `/shell${PATHS.profiles}` }).tab;
  const { tab, section } = placeNamed(asked);
  const navigate = useNavigate({ from: PATHS.profiles });
  const [wanted, setWanted] = useState<string | null>(null);
  const shown = useRef<string>("page");
  useEffect(() => {
    if (shown.current === (asked ?? "page")) return;
    shown.current = asked ?? "page";
    const place = section !== asked ? null : document.getElementById(`section-${section}`);
    if (place?.previousElementSibling) place.scrollIntoView({ block: "start" });
    else scrollTo({ top: 0 });
  }, [asked, section]);
  useEffect(() => {
    if (wanted === null || tabOf(sectionOf(wanted)) !== tab) return;
    setWanted(null);
    focus(wanted);
  }, [wanted, tab, focus]);
  const openTab = (next: TabKey) =>
    navigate({
      search: (search) => ({ ...search, tab: next === "page" ? undefined : next }),
      replace: true,
      resetScroll: false,
      // This navigation loses no input.
      ignoreBlocker: true,
    });
  const showField = (field: string) => {
    void openTab(tabOf(sectionOf(field)));
    setWanted(field);
  };
  return { tab, openTab, showField };
}
