import { newId } from "#src/kit/new-id.ts";
import { currentZone } from "#src/kit/zone.ts";
import { READY_MADE } from "../ready-made.ts";
import { useReadyStart } from "../use-ready-start.ts";
import { createSequence } from "./sequence-queries.ts";

/** Adds the ready-made sequence that wins people back, for whoever comes into a segment. Nothing goes out before it's published. */
export function useWinBack() {
  const start = useReadyStart();
  return (name: string, segment_id: string) => {
    const made = READY_MADE.find(({ key }) => key === "win-back")?.make(start);
    const draft = { time_zone: currentZone(), ...made, triggers: [{ type: "segment", segment_id }] };
    return createSequence({ id: newId(), name, draft: draft as never });
  };
}
