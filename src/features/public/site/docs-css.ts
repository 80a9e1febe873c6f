/** The API page's style sheet, and its overrides of the viewer's: contrast, and room on phones. */
export const DOCS_CSS = `
:root{color-scheme:light dark}body{margin:0;background:light-dark(#fff,#1c2022);color:light-dark(#1e1b2e,#e6e3ef);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main#endpoints,#viewer{max-width:1100px;margin:0 auto;padding:1rem}h1{font-size:1.75rem;margin:.5rem 0}h2{font-size:1.35rem}h3{font-size:1.05rem;margin:0}
p{margin:.4rem 0}a{color:light-dark(#602bc4,#b598f8)}code{font-family:ui-monospace,Menlo,Consolas,monospace}header p{max-width:46rem}
pre{margin:.4rem 0 1rem;padding:.75rem;border-radius:8px;overflow-x:auto;font-size:.875rem;background:light-dark(#f5f2fb,#2a2f32)}
article{border-top:1px solid light-dark(#e2dcf0,#444);padding:1rem 0}
#viewer{overflow-wrap:break-word;padding-top:0}#viewer .wrapper{padding:0}#viewer .scheme-container,#viewer .information-container{display:none}
#viewer .filter .operation-filter-input{width:100%;box-sizing:border-box;margin:0}#viewer .filter-container .filter{width:100%;max-width:100%}
#viewer .opblock-summary-method{color:#fff}#viewer .opblock-get .opblock-summary-method{background:#0b5cad}
#viewer .opblock-post .opblock-summary-method{background:#0b6e4f}#viewer .opblock-delete .opblock-summary-method{background:#b3261e}
#viewer .opblock-put .opblock-summary-method,#viewer .opblock-patch .opblock-summary-method{background:#94560a}
@media(max-width:600px){#viewer .opblock-summary{flex-wrap:wrap}#viewer .opblock-summary-description{padding:.25rem .5rem}#viewer .parameters-col_name{width:auto;min-width:7rem}}
`;
