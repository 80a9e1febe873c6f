import { createContext, type ReactNode, use, useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { useIdle } from "#src/kit/idle.ts";
import { type DrawnWeeks, type Listed, WeekSourceSlot } from "./week-slot.ts";

/** Null for people who may not see figures, undefined until they're there. */
const WeeksContext = createContext<DrawnWeeks | null | undefined>(null);

/** Lets `Week` inside show figures, which arrive together once the list is there. Only those are drawn again. */
export function Weeks({ of, children }: { of: Listed; children: ReactNode }) {
  const Source = use(WeekSourceSlot);
  const maySee = useHasPermission("analytics.see");
  const isIdle = useIdle();
  const [weeks, setWeeks] = useState<DrawnWeeks>();
  return (
    <WeeksContext value={maySee ? weeks : null}>
      {children}
      {maySee && isIdle && <Source of={of} onWeeks={setWeeks} />}
    </WeeksContext>
  );
}

/** The last seven days of something on the list. Its room is kept until they're there. */
export function Week({ id, className }: { id: string; className: string | undefined }) {
  const weeks = use(WeeksContext);
  return weeks !== null && <span className={className}>{weeks?.draw(id)}</span>;
}
