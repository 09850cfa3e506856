// One program with the parts of a Kubernetes control plane that our integration tests need; the
// first argument says which part to run. One program instead of four is linked once and holds what
// they share once.
package main

import (
	"fmt"
	"os"

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
	part := ""
	if len(os.Args) > 1 {
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
	case "certificates":
		certificates(os.Args[1:])
	default:
		fail(2, "usage: controlplane etcd|kube-apiserver|kube-controller-manager|kube-scheduler FLAGS…\n"+
			"       controlplane certificates DIRECTORY")
	}
}

func certificates(arguments []string) {
	if len(arguments) != 1 {
		fail(2, "usage: controlplane certificates DIRECTORY")
	}
	if err := makeCertificates(arguments[0]); err != nil {
		fail(1, err.Error())
	}
}

func fail(code int, message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(code)
}

func run(command *cobra.Command) {
	os.Exit(cli.Run(command))
}
