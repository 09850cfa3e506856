/// The kinds of the API group `workload.codeflare.dev`, field for field as users write them.
@NullMarked
package dev.trainyard.api.codeflare;

import org.jspecify.annotations.NullMarked;
