import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { Sequence } from "#src/features/email/sequences/contract.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { SequenceMenu } from "./SequenceMenu.tsx";
import { useSequenceVerbs } from "./use-sequence-verbs.ts";

const ResumeDialog = lazyDialog(async () => (await import("./ResumeDialog.tsx")).ResumeDialog);

/** Pauses or resumes a sequence, and has the rest in a menu. */
export function SequenceActions({ sequence }: { sequence: Sequence }) {
  const verbs = useSequenceVerbs(sequence);
  const [resuming, resume] = useDisclosure(false);
  return (
    <>
      {sequence.state === "active" && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={18} />}
          loading={verbs.isBusy}
          onClick={() => void verbs.pause()}
        >
          Pause
        </Button>
      )}
      {sequence.state === "paused" && (
        <Button leftSection={<IconPlayerPlay size={18} />} onClick={resume.open}>
          Resume
        </Button>
      )}
      <SequenceMenu sequence={sequence} />
      <ResumeDialog opened={resuming} sequence={sequence} onClose={resume.close} />
    </>
  );
}
