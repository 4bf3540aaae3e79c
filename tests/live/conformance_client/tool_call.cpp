#include "tool_call.h"

namespace mcpjury {

Reply call_tool(Channel& channel, Era era, const ToolCall& call) {
  Frame frame;
  frame.method = "tools/call";
  frame.name = call.tool;
  frame.params = call.more;
  frame.params["name"] = call.tool;
  frame.params["arguments"] = call.arguments;
  if (era == Era::kModern) {
    frame.headers = call.headers;
    // The server may only ask for input that the request says we can give.
    frame.params["_meta"] = {
        {"io.modelcontextprotocol/clientCapabilities", JsonObject{{"elicitation", JsonObject()}}}};
  }
  return channel.exchange(frame);
}

}  // namespace mcpjury
