import "#src/kit/deferred.css";
import { ModalsProvider } from "@mantine/modals";
import { useEffect } from "react";
import { markConfirmHostReady } from "#src/kit/confirm.ts";

export function ConfirmHost() {
  useEffect(markConfirmHostReady, []);
  return <ModalsProvider labels={{ confirm: "Continue", cancel: "Cancel" }}>{null}</ModalsProvider>;
}
