import stylesUrl from "swagger-ui-dist/swagger-ui.css?url";
import viewerUrl from "swagger-ui-dist/swagger-ui-bundle.js?url";

/*
 * Replaces the list of endpoints with Swagger UI. If that fails, the list stays, which has the same endpoints
 * in short form.
 */

interface Entry {
  get(name: string): Entry | string;
  getIn(path: string[]): string | undefined;
}
interface Entries {
  size: number;
  filter(keeps: (entry: Entry) => boolean): Entries;
}
interface Groups {
  map(change: (group: Group) => Group): Groups;
  filter(keeps: (group: Group) => boolean): Groups;
}
interface Group {
  get(name: "operations"): Entries;
  update(name: "operations", change: (operations: Entries) => Entries): Group;
}

declare const SwaggerUIBundle: (options: object) => void;

interface Viewer {
  React: { createElement(tag: string, props: null, text: string): unknown };
}

/** The page already describes the API, and a session cookie isn't something to type in. */
const LEFT_OUT = ["InfoContainer", "ServersContainer", "authorizeBtn", "authorizeOperationBtn"];

const ourWay = {
  wrapComponents: {
    ...Object.fromEntries(LEFT_OUT.map((name) => [name, () => () => null])),
    // A link inside a button works as neither.
    DeepLink:
      (_: unknown, { React }: Viewer) =>
      ({ text }: { text: string }) =>
        React.createElement("span", null, text),
  },
  fn: {
    // Searches every word, not just tags.
    opsFilter: (groups: Groups, phrase: string) =>
      groups
        .map((group) => group.update("operations", (all) => all.filter((one) => mentions(one, phrase))))
        .filter((group) => group.get("operations").size > 0),
  },
};

function mentions(operation: Entry, phrase: string): boolean {
  const texts = [
    operation.get("method"),
    operation.get("path"),
    operation.getIn(["operation", "summary"]),
    operation.getIn(["operation", "description"]),
  ];
  return texts.join(" ").toLowerCase().includes(phrase.trim().toLowerCase());
}

function followScheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", apply);
  apply();
}

/** Inserted before the page's own style sheet, so that its rules override Swagger UI's. */
function load(element: HTMLScriptElement | HTMLLinkElement): Promise<unknown> {
  const loaded = new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = reject;
  });
  document.head.prepend(element);
  return loaded;
}

async function showViewer(list: Element): Promise<void> {
  await Promise.all([
    load(Object.assign(document.createElement("script"), { src: viewerUrl })),
    load(Object.assign(document.createElement("link"), { rel: "stylesheet", href: stylesUrl })),
  ]);
  followScheme();
  const viewer = Object.assign(document.createElement("main"), { id: "viewer", hidden: true });
  list.after(viewer);
  SwaggerUIBundle({
    domNode: viewer,
    url: "openapi.json",
    // Keeps our document from being sent to an online validator.
    validatorUrl: null,
    filter: true,
    deepLinking: true,
    defaultModelsExpandDepth: -1,
    plugins: [ourWay],
    onComplete: () => {
      const search = viewer.querySelector("input.operation-filter-input");
      search?.setAttribute("placeholder", "Search endpoints");
      search?.setAttribute("aria-label", "Search endpoints");
      search?.closest("section")?.setAttribute("role", "search");
      const heading = list.querySelector("h2");
      if (heading) document.querySelector("header")?.append(heading);
      list.remove();
      viewer.hidden = false;
    },
  });
}

const list = document.querySelector("#endpoints");
if (list) void showViewer(list);
