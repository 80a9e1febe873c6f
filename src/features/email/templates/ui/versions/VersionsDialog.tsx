import { Button, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "#src/kit/format-date.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { templateQuery, templatesApi } from "../template-queries.ts";

interface VersionsDialogProps {
  id: string;
  opened: boolean;
  /** Unsaved changes prevent restoring. */
  isDirty: boolean;
  onClose: () => void;
  /** The editor has to start over with the restored version. */
  onRestored: () => void;
}

export function VersionsDialog({ id, opened, isDirty, onClose, onRestored }: VersionsDialogProps) {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...templatesApi.listVersions.queryOptions({ input: { id } }),
    enabled: opened,
  });
  const restore = useMutation({
    mutationFn: (version_id: string) => templatesApi.restoreVersion.call({ id, version_id }),
    onSuccess: (row) => {
      queries.setQueryData(templateQuery(id).queryKey, row);
      void queries.invalidateQueries({ queryKey: templatesApi.listVersions.key() });
      onRestored();
      toastSuccess({ message: "Version restored" });
    },
    onError: (error) => toastError(error, "The version couldn’t be restored. Try again."),
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Versions">
      {!data && <Skeleton h={120} />}
      {data?.items.length === 0 && (
        <Text size="sm">Each time you save, what was there before is kept here. We keep the last 50.</Text>
      )}
      <Stack gap="sm">
        {isDirty && <Text size="sm">Save or discard your changes to restore a version.</Text>}
        {data?.items.map((version) => (
          <Group key={version.id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
              <Text size="sm" fw={600}>
                {version.subject || "No subject"}
              </Text>
              <Text size="sm" c="dimmed">
                Until {formatDateTime(version.created_at)}
                {version.made_by && `, replaced by ${version.made_by}`}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              disabled={isDirty}
              loading={restore.isPending && restore.variables === version.id}
              onClick={() => restore.mutate(version.id)}
            >
              Restore
            </Button>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
