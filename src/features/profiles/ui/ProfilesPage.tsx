import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { claimedName, dropClaimedName } from "#src/features/accounts/ui/shared/claimed-name.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { tellFailure } from "#src/kit/notices.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { dialogWhenNeeded, whenNeeded } from "#src/kit/when-needed.tsx";
import { EditorSkeleton } from "./EditorSkeleton.tsx";
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

interface ProfilesPageProps {
  /** Renders a profile's public page while it is edited. */
  renderPreview: (profile: Profile) => ReactNode;
}

/** `/dashboard/profiles`: the list, or with `?edit=` the editor of one profile. */
export function ProfilesPage({ renderPreview }: ProfilesPageProps) {
  const { edit, create, trash } = useSearch({ from: "/shell/dashboard/profiles" });
  const { profiles, selected, isPending, error, refetch } = useSelectedProfile();
  const navigate = useNavigate({ from: "/dashboard/profiles" });
  useLoadingErrorNotice(error);

  const openCreate = () => navigate({ search: (search) => ({ ...search, create: "yes" }) });
  const openTrash = () => navigate({ search: (search) => ({ ...search, trash: "yes" }) });
  const close = () => {
    dropClaimedName();
    return navigate({ search: ({ profile }) => ({ profile }) });
  };
  useEffect(() => {
    if (claimedName() && !edit && create !== "yes")
      void navigate({ search: { create: "yes" }, replace: true });
  }, [edit, create, navigate]);
  const edited = edit && profiles.find((profile) => profile.id === edit);
  if (edited) {
    return <ProfileEditor key={edited.id} profile={edited} renderPreview={renderPreview} onClose={close} />;
  }
  if (edit && isPending) return <EditorSkeleton />;
  return (
    <>
      <PageTitle
        title="Profiles"
        actions={
          profiles.length > 0 && (
            <Button leftSection={<IconPlus size={18} />} onClick={openCreate}>
              New profile
            </Button>
          )
        }
      >
        <SlotStatus />
      </PageTitle>
      {error && profiles.length === 0 ? (
        <LoadFailure error={error} fallback="Failed to fetch profiles" onRetry={() => void refetch()} />
      ) : (
        <ProfileList profiles={profiles} selected={selected} isPending={isPending} onCreate={openCreate} />
      )}
      <Button mt="lg" variant="subtle" color="gray" leftSection={<IconTrash size={18} />} onClick={openTrash}>
        Trash
      </Button>
      <TrashDialog opened={trash === "yes"} onClose={close} />
      <CreateProfileDialog opened={create === "yes"} onClose={close} />
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
