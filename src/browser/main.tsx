import "./mantine.css";
import "@mantine/notifications/styles.css";
import "@mantine/nprogress/styles.css";
import "./fonts.css";
import "./dashboard.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { preload } from "react-dom";
import { createRoot } from "react-dom/client";
import { tellUnexpected } from "#src/kit/notices.tsx";
import { createQueryClient } from "#src/kit/query-client.ts";
import { captureReferral, thisBrowser } from "./attribution.ts";
import { takeFirstAnswers } from "./first-answers.ts";
import latinLetters from "./inter-latin.woff2";
import { styleNonce } from "./nonce.ts";
import { reportErrors } from "./report-errors.ts";
import { fetchCode, makeRouter } from "./router.tsx";
import { keepFocus } from "./shell/focus-keeper.ts";
import { showProgress } from "./shell/progress.ts";
import { ThemeProvider } from "./shell/ThemeProvider.tsx";

// Before the router reads the address, which it keeps without parameters that it does not know.
captureReferral(thisBrowser());
const report = reportErrors("dashboard");

const GUARDED = /^\/(dashboard|admin)(\/|$)/;

// What locks scrolling behind a dialog brings a style sheet of its own and asks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

const queries = createQueryClient(() => {
  const { pathname, href } = router.state.location;
  if (!GUARDED.test(pathname)) return;
  queries.removeQueries();
  void router.navigate({ to: "/auth", search: { next: href }, replace: true });
});
takeFirstAnswers(queries);
const router = makeRouter(queries, report);
fetchCode(router);
showProgress(router);
keepFocus(router);

addEventListener("unhandledrejection", (event) => tellUnexpected(event.reason));

// Not before the script, which it would hold up: until it's there, letters of the same width stand in for it.
preload(latinLetters, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });

const container = document.getElementById("root");
if (container) {
  createRoot(container).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  );
}
