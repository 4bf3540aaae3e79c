// Private to settings: what may be shown of settings that hold addresses. An address may carry a login, a key
// in its query, or, of a webhook, a key in its path. Pure.
#pragma once

#include "base/json.h"

namespace mcpjury {

// Every text of the section, however deep.
void hide_logins(Json& section);

}  // namespace mcpjury
