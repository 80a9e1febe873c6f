import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { RESTORE_DAYS } from "#src/features/pages/profiles/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { toastError, toastSuccess, toastUndo } from "#src/kit/toasts.tsx";
import { usesWarning } from "#src/kit/uses.ts";
import { profilesApi, profilesQuery, refreshProfilesSoon, trashQuery } from "./profile-queries.ts";
import { rememberedProfile, rememberProfile } from "./use-selected-profile.ts";

/** Adds the server's response to the list right away. The list itself is refetched a bit later (spec §9). */
export function useProfileCache() {
  const queries = useQueryClient();
  const change = (update: (profiles: Profile[]) => Profile[]) => {
    queries.setQueryData(profilesQuery().queryKey, (list) => list && { ...list, items: update(list.items) });
    void queries.invalidateQueries({ queryKey: trashQuery().queryKey });
    refreshProfilesSoon(queries);
  };
  return {
    keep: (profile: Profile) =>
      change((profiles) =>
        profiles.some(({ id }) => id === profile.id)
          ? profiles.map((known) => (known.id === profile.id ? profile : known))
          : [profile, ...profiles].sort((a, b) => b.created_at.localeCompare(a.created_at)),
      ),
    drop: (id: string) => change((profiles) => profiles.filter((profile) => profile.id !== id)),
  };
}

/** Deactivating or deleting the selected profile clears the selection (spec §4). */
function useClearSelection() {
  const navigate = useNavigate();
  return (id: string) => {
    if (rememberedProfile() !== id) return;
    rememberProfile(null);
    void navigate({ to: ".", replace: true, search: (search) => ({ ...search, profile: undefined }) });
  };
}

/** Actions on a profile, with the messages of spec §8. */
export function useProfileActions() {
  const { keep, drop } = useProfileCache();
  const clearSelection = useClearSelection();

  const setStatus = useMutation(
    profilesApi.setStatus.mutationOptions({
      onSuccess: (profile) => {
        if (profile.status === "inactive") clearSelection(profile.id);
        keep(profile);
        toastSuccess({
          message:
            profile.status === "active"
              ? `Profile "${profile.name}" has been activated.`
              : `Profile "${profile.name}" has been deactivated.`,
        });
      },
      onError: (error) => toastError(error, "Failed to update profile status"),
    }),
  );
  const restore = useMutation(
    profilesApi.restore.mutationOptions({
      onSuccess: (profile) => {
        keep(profile);
        const { name, username, former_username } = profile;
        toastSuccess(
          former_username === null
            ? { message: `“${name}” restored` }
            : { message: `“${name}” restored as /${username}: someone else has /${former_username} now` },
        );
      },
      onError: (error) => toastError(error, "Failed to restore profile"),
    }),
  );
  const remove = useMutation(
    profilesApi.delete.mutationOptions({
      onSuccess: (profile) => {
        clearSelection(profile.id);
        drop(profile.id);
        toastUndo(`“${profile.name}” moved to trash`, () => restore.mutate({ id: profile.id }));
      },
      onError: (error) => toastError(error, "Failed to delete profile"),
    }),
  );
  const askToRemove = async ({ id, name }: Profile) => {
    const goes = `Its page goes offline right away. You can restore it for ${RESTORE_DAYS} days.`;
    const warning = await usesWarning("pages", [id]);
    const isSure = await confirm({
      title: `Move “${name}” to trash?`,
      message: warning === undefined ? goes : `${goes} ${warning}`,
      confirm: "Move to trash",
      danger: true,
    });
    if (isSure) remove.mutate({ id });
  };
  return { setStatus, restore, askToRemove, isBusy: setStatus.isPending || remove.isPending };
}
