import { PATHS } from "#src/lib/paths.ts";
import "./mantine.css";
import "./fonts.css";
import "./dashboard.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { preload } from "react-dom";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { styleNonce } from "#src/kit/nonce.ts";
import { createQueryClient } from "#src/kit/query-client.ts";
import { isTyping } from "#src/kit/session-end.ts";
import { toastUnexpected } from "#src/kit/toasts.tsx";
import { captureReferral, thisBrowser } from "./attribution.ts";
import latinLetters from "./inter-latin.woff2";
import { loadPreloadedData } from "./preloaded-data.ts";
import { createRoot } from "./react.ts";
import { reportErrors } from "./report-errors.ts";
import { fetchCode, makeRouter } from "./router.ts";
import "./shell/escape-listener.ts";
import { SCREENS } from "./screens.ts";
import { ThemeProvider } from "./shell/ThemeProvider.tsx";
import { addSelectionToUrl } from "./shell/use-selection-in-url.ts";

// Before the router reads the URL, because it removes unknown parameters.
captureReferral(thisBrowser());
const report = reportErrors("dashboard");

const isGuarded = (path: string) =>
  [PATHS.dashboard, PATHS.admin].some((root) => path === root || path.startsWith(`${root}/`));

// The dialogs' scroll lock adds a style sheet and looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

const queries = createQueryClient(
  () => {
    const { pathname, href } = router.state.location;
    // People who are typing stay on the screen: their next request asks them to sign in.
    if (!isGuarded(pathname) || isTyping()) return;
    queries.removeQueries();
    void router.navigate({ to: PATHS.signIn, search: { next: href }, replace: true });
  },
  // The navigation and the screens that are closed come with it.
  () => void queries.invalidateQueries({ queryKey: meQuery().queryKey }),
);
const isPersonal = loadPreloadedData(queries);
addSelectionToUrl(queries);
const router = makeRouter(queries, { isPersonal, onError: report }, SCREENS);
fetchCode(router);
// Nothing has the focus yet.
void import("./shell/focus-keeper.ts").then(({ keepFocus }) => keepFocus(router));

addEventListener("unhandledrejection", (event) => toastUnexpected(event.reason));

// Preloaded only now, because it would delay the script. Until it has loaded, a fallback font of the same
// width is shown.
preload(latinLetters, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });

const container = document.getElementById("root");
if (container) {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ThemeProvider router={router}>
          <RouterProvider router={router} />
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
