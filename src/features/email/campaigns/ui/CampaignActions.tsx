import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";

const ResendDialog = lazyDialog(async () => (await import("./recipients/ResendDialog.tsx")).ResendDialog);

export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { id, name, state, series_id, tracking, figures } = campaign;
  const [resending, resend] = useDisclosure(false);
  const navigate = useNavigate();
  const refresh = useCampaignsRefresh();
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const cancel = async () => {
    const message = "Anyone who hasn’t gotten it yet won’t. You can’t resume it later.";
    const question = { title: `Cancel “${name}”?`, message, confirm: "Cancel campaign", danger: true };
    if (await confirm({ ...question, cancel: "Keep it" })) run.mutate(() => campaignsApi.cancel.call({ id }));
  };
  const remove = async () => {
    const message = "Its figures go, too, and links in e-mail that has gone out stop working.";
    const question = { title: `Delete “${name}”?`, message, confirm: "Delete campaign", danger: true };
    if (!(await confirm(question))) return;
    run.mutate(async () => {
      await campaignsApi.delete.call({ id });
      await navigate({ to: PATHS.campaigns, search: {} });
    });
  };
  const isPaused = state === "paused" || state === "auto_paused";
  const isActive = state === "sending" || state === "preparing" || isPaused;
  return (
    <>
      {state === "sending" && (
        <Button
          // Pending decisions come first.
          variant={figures.late > 0 ? "default" : "filled"}
          loading={run.isPending}
          onClick={() => run.mutate(() => campaignsApi.pause.call({ id }))}
        >
          Pause
        </Button>
      )}
      {isPaused && (
        <Button loading={run.isPending} onClick={() => run.mutate(() => campaignsApi.resume.call({ id }))}>
          Resume
        </Button>
      )}
      {isActive && (
        <Button variant="default" onClick={() => void cancel()}>
          Cancel campaign
        </Button>
      )}
      {state === "scheduled" && series_id === null && (
        <Button
          variant="default"
          loading={run.isPending}
          onClick={() => run.mutate(() => campaignsApi.schedule.call({ id, at: null }))}
        >
          Don’t send it then
        </Button>
      )}
      {state === "sent" && tracking === "each" && (
        <>
          <Button variant="default" onClick={resend.open}>
            Send to non-openers
          </Button>
          <ResendDialog campaign={campaign} opened={resending} onClose={resend.close} />
        </>
      )}
      {!isActive && (
        <Button variant="default" onClick={() => void remove()}>
          Delete
        </Button>
      )}
    </>
  );
}
