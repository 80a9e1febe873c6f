import { useNavigate } from "@tanstack/react-router";
import { Card } from "#src/kit/Card.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { StepRow } from "../contract.ts";
import { FiguresTable } from "./FiguresTable.tsx";

/** Each e-mail of sequences and rules, in all of their versions. */
export function StepsCard({ steps }: { steps: readonly StepRow[] }) {
  const navigate = useNavigate();
  if (steps.length === 0) return null;
  const open = (key: string) => {
    const step = steps.find((one) => one.key === key);
    const params = { id: step?.owner_id ?? "" };
    void navigate({ to: step?.kind === "rules" ? PATHS.rule : PATHS.sequence, params });
  };
  return (
    <Card title="E-mails of sequences and rules" text="Choose one to open what sends it.">
      <FiguresTable title="E-mail" rows={steps} onPick={open} />
    </Card>
  );
}
