import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { claimedName, dropClaimedName } from "#src/features/accounts/ui/shared/claimed-name.ts";
import { useMay, useMayAddProfiles } from "#src/features/team/ui/shared/use-may.ts";
import { actionLook } from "#src/kit/action.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { tellFailure } from "#src/kit/notices.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { dialogWhenNeeded, whenNeeded } from "#src/kit/when-needed.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { EditorSkeleton } from "./EditorSkeleton.tsx";
import classes from "./ProfileCard.module.css";
import { ProfileList } from "./ProfileList.tsx";
import { SlotStatus } from "./SlotStatus.tsx";
import { useSelectedProfile } from "./shared/use-selected-profile.ts";

const ProfileEditor = whenNeeded(
  async () => (await import("./ProfileEditor.tsx")).ProfileEditor,
  <EditorSkeleton />,
);
const TrashDialog = dialogWhenNeeded(async () => (await import("./TrashDialog.tsx")).TrashDialog);
const CreateProfileDialog = dialogWhenNeeded(
  async () => (await import("./CreateProfileDialog.tsx")).CreateProfileDialog,
);

/** `/dashboard/profiles`: the list, or with `?edit=` the editor of one profile. */
export function ProfilesPage() {
  const { edit, create, trash } = useSearch({ from: `/shell${PATHS.profiles}` });
  const { profiles, selected, isPending, error, refetch } = useSelectedProfile();
  const navigate = useNavigate({ from: PATHS.profiles });
  const mayAdd = useMayAddProfiles();
  const mayEdit = useMay("profiles.edit");
  const mayRestore = useMay("profiles.delete");
  useLoadingErrorNotice(error);

  const openCreate = () => navigate({ search: (search) => ({ ...search, create: "yes" }) });
  const openTrash = () => navigate({ search: (search) => ({ ...search, trash: "yes" }) });
  const close = () => {
    dropClaimedName();
    return navigate({ search: ({ profile }) => ({ profile }) });
  };
  useEffect(() => {
    if (mayAdd && claimedName() && !edit && create !== "yes")
      void navigate({ search: { create: "yes" }, replace: true });
  }, [mayAdd, edit, create, navigate]);
  const edited = mayEdit && edit && profiles.find((profile) => profile.id === edit);
  if (edited) {
    return <ProfileEditor key={edited.id} profile={edited} onClose={close} />;
  }
  if (mayEdit && edit && isPending) return <EditorSkeleton />;
  return (
    <>
      <PageTitle
        title="Profiles"
        actions={
          mayAdd &&
          profiles.length > 0 && (
            <button type="button" {...actionLook("filled")} onClick={openCreate}>
              <IconPlus size={18} />
              New profile
            </button>
          )
        }
      >
        <SlotStatus />
      </PageTitle>
      {error && profiles.length === 0 ? (
        <LoadFailure error={error} fallback="Failed to fetch profiles" onRetry={() => void refetch()} />
      ) : (
        <ProfileList
          profiles={profiles}
          selected={selected}
          isPending={isPending}
          onCreate={mayAdd ? openCreate : undefined}
        />
      )}
      {mayRestore && (
        <p className={classes.foot}>
          <button type="button" {...actionLook("subtle")} onClick={openTrash}>
            <IconTrash size={18} />
            Trash
          </button>
        </p>
      )}
      <TrashDialog opened={mayRestore && trash === "yes"} onClose={close} />
      <CreateProfileDialog opened={mayAdd && create === "yes"} onClose={close} />
    </>
  );
}

/** Spec §8. */
function useLoadingErrorNotice(error: unknown): void {
  useEffect(() => {
    if (!error) return;
    tellFailure({ title: "Profile Loading Error", message: sentenceOf(error, "Failed to fetch profiles") });
  }, [error]);
}
