/// Who may do what, by roles and their bindings. Nothing here knows a store, a request or a clock.
@NullMarked
package dev.trainyard.yard.apiserver.rights;

import org.jspecify.annotations.NullMarked;
