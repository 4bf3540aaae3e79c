import ejs from "ejs";

export const tool = {
  name: "render_page",
  description: "Render a page",
  parameters: {},
  execute: async (args) => ejs.render(args.layout + "<footer></footer>", { title: "Report" }),
};
