import { Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Me, meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { MEDIA_ERRORS, PICTURE_BYTES_MAX } from "#src/features/pages/media/contract.ts";
import { Avatar } from "#src/kit/Avatar.tsx";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { initials } from "#src/lib/text.ts";
import { mediaApi } from "./media-api.ts";
import { PictureButtons } from "./PictureButtons.tsx";
import { UploadOutcome } from "./UploadOutcome.tsx";

/** The person's picture. It's saved as soon as it's chosen. */
export function OwnPictureCard({ me }: { me: Me }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      if (file && file.size > PICTURE_BYTES_MAX) throw new Error(MEDIA_ERRORS.PICTURE_TOO_LARGE.message);
      return file
        ? mediaApi.changeOwn.call({ file })
        : { ...(await mediaApi.removeOwn.call({})), notice: null };
    },
    onSuccess: ({ picture }) => {
      queries.setQueryData(meQuery().queryKey, (known) => known && { ...known, picture });
      void queries.invalidateQueries();
    },
  });
  return (
    <Card title="Picture" text="Your team sees it. JPEG, PNG, WebP, GIF, or AVIF, up to 25 MB.">
      <Group gap="md">
        <Avatar
          size={64}
          initials={initials(me.name)}
          picture={me.picture}
          background="var(--mantine-color-violet-filled)"
          color="var(--mantine-color-white)"
        />
        <PictureButtons
          hasPicture={me.picture !== null}
          isUploading={change.isPending}
          onFile={(file) => file && change.mutate(file)}
          onRemove={() => change.mutate(null)}
        />
      </Group>
      <UploadOutcome
        failure={change.isError ? errorMessage(change.error, change.error.message) : undefined}
        notice={change.data?.notice}
      />
    </Card>
  );
}
