import { Button } from "@mantine/core";
import { IconHandStop, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ReasonDialog } from "#src/kit/form/ReasonDialog.tsx";
import { REASON_CHARS_MAX } from "../rules.ts";
import { emailApi } from "./email-client.ts";

/** The emergency stop of the whole instance. */
export function StopAll() {
  const [opened, setOpened] = useState(false);
  const queries = useQueryClient();
  const { data } = useQuery(emailApi.overview.queryOptions({ input: { days: 7 } }));
  if (!data) return null;
  const { is_stopped } = data;
  return (
    <>
      <Button
        variant={is_stopped ? "filled" : "default"}
        leftSection={is_stopped ? <IconPlayerPlay size={16} /> : <IconHandStop size={16} />}
        onClick={() => setOpened(true)}
      >
        {is_stopped ? "Let accounts send again" : "Stop all accounts’ e-mail"}
      </Button>
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={is_stopped ? "Let all accounts send again?" : "Stop what all accounts send?"}
        action={is_stopped ? "Allow sending" : "Stop everything"}
        done={is_stopped ? "Accounts can send again" : "All accounts’ e-mail is stopped"}
        charsMax={REASON_CHARS_MAX}
        note="It’s in the audit log."
        send={async (reason) => {
          await emailApi.stopAll.call({ is_stopped: !is_stopped, reason });
          await queries.invalidateQueries({ queryKey: emailApi.key() });
        }}
      >
        {is_stopped
          ? "What waits goes out within a minute."
          : "Within two seconds, no account sends anything more: no campaigns, no e-mail by programs, no answers. Nothing that waits is lost, and this instance’s own e-mail still goes out."}
      </ReasonDialog>
    </>
  );
}
