//go:build tools

// Names the program that is built here, so that its version and sums are kept with the module.
package tools

import _ "helm.sh/helm/v3/cmd/helm"
