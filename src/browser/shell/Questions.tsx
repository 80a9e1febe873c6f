import "#src/kit/later.css";
import { ModalsProvider } from "@mantine/modals";
import { useEffect } from "react";
import { answerQuestions } from "#src/kit/confirm.ts";

/** Shows the questions that `confirm` asks. */
export function Questions() {
  useEffect(answerQuestions, []);
  return <ModalsProvider labels={{ confirm: "Continue", cancel: "Cancel" }}>{null}</ModalsProvider>;
}
