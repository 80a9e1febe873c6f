import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { PageDraft } from "#src/features/pages/page-versions/drafts/draft-contract.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { profilesApi, profilesQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { useProfileActions } from "#src/features/pages/profiles/ui/shared/use-profile-actions.ts";
import { confirm } from "#src/kit/confirm.ts";
import { toastError, toastUndo } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { pageDraftsApi } from "./draft-queries.ts";

/** Opens the editor of a page or a draft. */
export function useOpenEditor() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (id: string) => {
    const list = queries.getQueryData(profilesQuery().queryKey);
    // It may have just come into being, and what's open now may be gone.
    if (!list?.items.some((one) => one.id === id))
      await queries.invalidateQueries({ queryKey: profilesApi.list.key() });
    await navigate({ to: PATHS.profiles, search: { edit: id, profile: id } });
    void queries.invalidateQueries({ queryKey: profilesApi.list.key() });
    void queries.invalidateQueries({ queryKey: pageDraftsApi.get.key() });
  };
}

export function useDraftStart({ id }: Profile) {
  const open = useOpenEditor();
  return useMutation({
    mutationFn: () => pageDraftsApi.create.call({ profile_id: id }),
    onSuccess: ({ draft_id }) => open(draft_id ?? id),
    onError: (error) => toastError(error, "The draft couldn’t be made. Try again."),
  });
}

/** Cancels what's planned. */
export function useCancel({ profile_id }: PageDraft) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => pageDraftsApi.cancel.call({ profile_id }),
    onSettled: () => queries.invalidateQueries({ queryKey: pageDraftsApi.get.key() }),
    onError: (error) => toastError(error, "It couldn’t be canceled. Try again."),
  });
}

/** Moves a draft to the trash, after asking. */
export function useDiscard({ profile_id, draft_id }: PageDraft) {
  const open = useOpenEditor();
  const { restore } = useProfileActions();
  const discard = useMutation({
    mutationFn: () => pageDraftsApi.discard.call({ profile_id }),
    onSuccess: async () => {
      await open(profile_id);
      if (draft_id !== null)
        toastUndo("The draft is in the trash", () =>
          restore.mutate({ id: draft_id }, { onSuccess: () => void open(draft_id) }),
        );
    },
    onError: (error) => toastError(error, "The draft couldn’t be discarded. Try again."),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: "Discard the draft?",
      message: "The page stays as it is. The draft goes to the trash, where you can restore it for 30 days.",
      confirm: "Discard",
      danger: true,
    });
    if (isSure) discard.mutate();
  };
  return { ask, isPending: discard.isPending };
}
