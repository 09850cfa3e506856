// One program with the parts of a Kubernetes control plane that our integration tests need. The
// first argument, or the name it is called by, says which part to run. One program instead of four
// links once and shares almost everything it compiles.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"

	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
)

func main() {
	part := filepath.Base(os.Args[0])
	if !known(part) && len(os.Args) > 1 {
		part = os.Args[1]
		os.Args = os.Args[1:]
	}
	switch part {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		run(apiserver.NewAPIServerCommand())
	case "kube-controller-manager":
		run(controllers.NewControllerManagerCommand())
	case "kube-scheduler":
		run(scheduler.NewSchedulerCommand())
	default:
		fmt.Fprintln(os.Stderr, "usage: controlplane etcd|kube-apiserver|kube-controller-manager|kube-scheduler [FLAGS]")
		os.Exit(2)
	}
}

func known(part string) bool {
	switch part {
	case "etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler":
		return true
	}
	return false
}

func run(command *cobra.Command) {
	os.Exit(cli.Run(command))
}
