import { createContext, type ReactNode, use, useState } from "react";
import { useIdle } from "#src/kit/idle.ts";
import type { DrawnWeeks, Listed } from "./listed-weeks.ts";
import { ProfileSlots } from "./profile-slots.ts";

const WeeksContext = createContext<DrawnWeeks | undefined>(undefined);

/** Lets `Week` inside show figures, which arrive together once the list is there. Only those are drawn again. */
export function Weeks({ of, children }: { of: Listed; children: ReactNode }) {
  const { WeekSource: Source } = use(ProfileSlots);
  const isIdle = useIdle();
  const [weeks, setWeeks] = useState<DrawnWeeks>();
  return (
    <WeeksContext value={weeks}>
      {children}
      {isIdle && <Source of={of} onWeeks={setWeeks} />}
    </WeeksContext>
  );
}

/** The last seven days of something on the list. Its room is kept until they're there. */
export function Week({ id, className }: { id: string; className: string | undefined }) {
  return <span className={className}>{use(WeeksContext)?.draw(id)}</span>;
}
