import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconFileImport, IconPlus, IconTrash } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useHasFeature } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { claimedName, deleteClaimedName } from "#src/features/identity/accounts/ui/shared/claimed-name.ts";
import { useCanAddProfiles, useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { actionLook } from "#src/kit/action.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { lazyComponent, lazyDialog, prefetchedComponent } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";
import { toastFailure } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { useSelectedProfile } from "../shared/use-selected-profile.ts";
import classes from "./ProfileCard.module.css";
import { ProfileList } from "./ProfileList.tsx";

const ProfileEditor = lazyComponent(
  async () => (await import("../editor/ProfileEditor.tsx")).ProfileEditor,
  <EditorSkeleton />,
);
const SlotStatus = prefetchedComponent(
  async () => (await import("./SlotStatus.tsx")).SlotStatus,
  <Text size="sm">All your pages in one place</Text>,
);
const TrashDialog = lazyDialog(async () => (await import("./TrashDialog.tsx")).TrashDialog);
const CreateProfileDialog = lazyDialog(
  async () => (await import("./CreateProfileDialog.tsx")).CreateProfileDialog,
);

/** `/dashboard/profiles`: the list, or with `?edit=` the editor of one profile. */
export function ProfilesPage() {
  const canImport = useHasFeature("page_imports");
  const { edit, create, trash } = useSearch({ from: `/shell${PATHS.profiles}` });
  const { profiles, selected, isPending, error, refetch } = useSelectedProfile();
  const navigate = useNavigate({ from: PATHS.profiles });
  const mayAdd = useCanAddProfiles();
  const mayEdit = useHasPermission("profiles.edit");
  const mayRestore = useHasPermission("profiles.delete");
  useLoadingErrorNotice(error);

  // What’s behind a dialog stays where it is.
  const openCreate = () =>
    navigate({ search: (search) => ({ ...search, create: "yes" }), resetScroll: false });
  const openTrash = () => navigate({ search: (search) => ({ ...search, trash: "yes" }), resetScroll: false });
  const close = (resetScroll = true) => {
    deleteClaimedName();
    return navigate({ search: ({ profile }) => ({ profile }), resetScroll });
  };
  const closeDialog = () => close(false);
  // The name for a first page is on its own form.
  const hasPages = profiles.length > 0;
  useEffect(() => {
    if (mayAdd && hasPages && claimedName() && !edit && create !== "yes")
      void navigate({ search: { create: "yes" }, replace: true });
  }, [mayAdd, hasPages, edit, create, navigate]);
  const edited = mayEdit && edit && profiles.find((profile) => profile.id === edit);
  if (edited) {
    return <ProfileEditor key={edited.id} profile={edited} onClose={() => close()} />;
  }
  if (mayEdit && edit && isPending) return <EditorSkeleton />;
  return (
    <>
      <PageTitle
        title="Profiles"
        actions={
          mayAdd &&
          hasPages && (
            <>
              {canImport && (
                <Link to={PATHS.pageImport} {...actionLook("default")}>
                  <IconFileImport size={18} />
                  Import a page
                </Link>
              )}
              <button type="button" {...actionLook("filled")} onClick={openCreate}>
                <IconPlus size={18} />
                New profile
              </button>
            </>
          )
        }
      >
        {/* How many more there could be is nothing for a first page. */}
        {(isPending || hasPages) && <SlotStatus />}
      </PageTitle>
      {error && profiles.length === 0 ? (
        <ErrorPanel error={error} fallback="Failed to fetch profiles" onRetry={() => void refetch()} />
      ) : (
        <ProfileList profiles={profiles} selected={selected} isPending={isPending} mayAdd={mayAdd} />
      )}
      {mayRestore && (
        <p className={classes.foot}>
          <button type="button" {...actionLook("subtle")} onClick={openTrash}>
            <IconTrash size={18} />
            Trash
          </button>
        </p>
      )}
      <TrashDialog opened={mayRestore && trash === "yes"} onClose={closeDialog} />
      <CreateProfileDialog opened={mayAdd && create === "yes"} onClose={closeDialog} />
    </>
  );
}

/** Spec §8. */
function useLoadingErrorNotice(error: unknown): void {
  useEffect(() => {
    if (!error) return;
    toastFailure({
      title: "Profile Loading Error",
      message: errorMessage(error, "Failed to fetch profiles"),
    });
  }, [error]);
}

const TAB_WIDTHS = [52, 65, 54, 131, 86];

/** Shown while the editor loads: back, title and actions, tabs, a form, and the phone next to it. */
function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading profile">
      <Skeleton height={20} width={110} mb={9} />
      <Group justify="space-between" mb={29}>
        <Skeleton height={34} width={200} />
        <Skeleton height={36} width={300} maw="100%" />
      </Group>
      <Group gap={4} mb={28} wrap="nowrap" style={{ overflow: "hidden" }}>
        {TAB_WIDTHS.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <Skeleton key={index} height={40} width={width} radius="xl" flex="none" />
        ))}
      </Group>
      <PreviewFrame>
        <Stack gap="lg">
          <Skeleton height={460} radius="lg" />
          <Skeleton height={62} radius="lg" />
        </Stack>
      </PreviewFrame>
    </div>
  );
}
