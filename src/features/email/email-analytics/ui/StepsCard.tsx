import { useNavigate } from "@tanstack/react-router";
import { Card } from "#src/kit/Card.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { StepRow } from "../contract.ts";
import { FiguresTable } from "./FiguresTable.tsx";

/** Each e-mail of sequences, in all of their versions. */
export function StepsCard({ steps }: { steps: readonly StepRow[] }) {
  const navigate = useNavigate();
  if (steps.length === 0) return null;
  const open = (key: string) => {
    const id = steps.find((step) => step.key === key)?.owner_id ?? "";
    void navigate({ to: PATHS.sequence, params: { id } });
  };
  return (
    <Card title="E-mails of sequences" text="Choose one to open its sequence.">
      <FiguresTable title="E-mail" rows={steps} onPick={open} />
    </Card>
  );
}
