import { useState } from "react";

/** A reason that can't be left out, with what its `ReasonField` takes. `missing` is said where there's none. */
export function useReason(missing = "Say why.") {
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  /** True if there is one. If not, the field says so. */
  const checkReason = (): boolean => {
    const isGiven = reason.trim() !== "";
    setMissing(!isGiven);
    return isGiven;
  };
  return {
    reason,
    checkReason,
    field: { value: reason, onChange: setReason, error: isMissing && missing },
  };
}
