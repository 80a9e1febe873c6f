import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowRight, IconPlayerSkipForward, IconUserMinus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Enrollment } from "#src/features/email/sequences/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { sequencesApi, useSequencesRefresh } from "../shared/sequence-queries.ts";

const MoveDialog = lazyDialog(async () => (await import("./MoveDialog.tsx")).MoveDialog);

const ICON = { size: 18, stroke: 1.75 };

interface PersonMenuProps {
  sequenceId: string;
  enrollment: Enrollment;
  /** What the menu is about, if it isn’t the person. */
  of?: string;
  onChanged?: () => void;
}

/** Ends somebody's wait, moves them to another step, or takes them out. */
export function PersonMenu({
  sequenceId,
  enrollment,
  of = enrollment.contact.email,
  onChanged,
}: PersonMenuProps) {
  const { contact, state } = enrollment;
  const [moving, move] = useDisclosure(false);
  const refreshSequences = useSequencesRefresh();
  const refresh = () => {
    onChanged?.();
    return refreshSequences();
  };
  const key = { id: sequenceId, enrollment_id: enrollment.id };
  const run = useMutation({
    mutationFn: ({ call }: { call: () => Promise<unknown>; done: string }) => call(),
    onSuccess: (_, { done }) => toastSuccess({ message: done }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const remove = async () => {
    const title = `Take ${contact.email} out?`;
    const message = "They get nothing more from this sequence.";
    if (await confirm({ title, message, confirm: "Take out", danger: true }))
      run.mutate({ call: () => sequencesApi.removeEnrollment.call(key), done: "They’re out" });
  };
  return (
    <>
      <RowMenuButton
        of={of}
        isBusy={run.isPending}
        menu={(anchor) => (
          <LazyMenu anchor={anchor}>
            {state === "waiting" && (
              <Menu.Item
                leftSection={<IconPlayerSkipForward {...ICON} />}
                onClick={() =>
                  run.mutate({ call: () => sequencesApi.moveEnrollment.call(key), done: "They go on now" })
                }
              >
                Skip the wait
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconArrowRight {...ICON} />} onClick={move.open}>
              Move to a step…
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconUserMinus {...ICON} />}
              onClick={() => void remove()}
            >
              Take out
            </Menu.Item>
          </LazyMenu>
        )}
      />
      <MoveDialog
        opened={moving}
        sequenceId={sequenceId}
        enrollment={enrollment}
        onMoved={refresh}
        onClose={move.close}
      />
    </>
  );
}
