import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { PATHS } from "#src/lib/paths.ts";
import { LINK_SEARCH_ID } from "./LinkSearchField.tsx";
import { pickNext } from "./picked-row.ts";
import { useLinkSearch } from "./use-link-search.ts";

interface LinkKeys {
  profileId: string;
  mayEdit: boolean;
  onHelp: () => void;
}

const TYPED_INTO = "input:not([type=checkbox]), textarea, select, [contenteditable], [role=textbox]";

/** True where a letter means itself. */
function isTyping({ target }: KeyboardEvent): boolean {
  const isInField = target instanceof Element && target.closest(TYPED_INTO) !== null;
  return isInField || document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
}

/** The row that has the focus, or that the pointer is on. */
function currentRow(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>("li[data-link]");
  return focused ?? document.querySelector<HTMLElement>("li[data-link]:hover");
}

/** The keys of this screen: single letters, which do nothing in fields, menus, and dialogs. */
export function useLinkKeys({ profileId, mayEdit, onHelp }: LinkKeys): void {
  const navigate = useNavigate({ from: PATHS.links });
  const { finding, find, isEditing } = useLinkSearch(profileId);
  const select = (row: HTMLElement) => {
    const box = row.querySelector<HTMLInputElement>("input[type=checkbox]:not([role=switch])");
    if (box) return box.click();
    pickNext(row.dataset.link ?? "");
    void find({ isPicking: true, isOnPage: true });
  };
  const edit = (row: HTMLElement) => document.getElementById(`edit-${row.dataset.link}`)?.click();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || event.isComposing || isTyping(event)) return;
    const row = isEditing ? null : currentRow();
    const acts: Readonly<Record<string, (() => unknown) | false | null>> = {
      "?": onHelp,
      "/": () => document.getElementById(LINK_SEARCH_ID)?.focus(),
      c:
        !isEditing &&
        mayEdit &&
        (() => navigate({ search: (search) => ({ ...search, create: "yes" }), resetScroll: false })),
      x: mayEdit && row && (() => select(row)),
      e: mayEdit && row && (() => edit(row)),
      Escape: !isEditing && finding.isPicking && (() => void find({ isPicking: false })),
    };
    const act = acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
